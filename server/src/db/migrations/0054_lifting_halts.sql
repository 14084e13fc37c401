ALTER TABLE "log_halts" ADD COLUMN "lifts" boolean DEFAULT false NOT NULL;
