ALTER TABLE "log_halts" ADD COLUMN "stops_money" boolean DEFAULT true NOT NULL;
