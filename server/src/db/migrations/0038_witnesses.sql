CREATE TABLE "log_cosigned" (
	"log" smallint PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"cosigned_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_halts" (
	"log" smallint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"log" smallint NOT NULL,
	"vkey" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"pending_id" bigint,
	CONSTRAINT "log_keys_vkey" UNIQUE("log","vkey")
);
--> statement-breakpoint
CREATE TABLE "log_successors" (
	"log" smallint PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"reason" text NOT NULL,
	"predecessor_origin" text NOT NULL,
	"predecessor_size" bigint NOT NULL,
	"predecessor_root" "bytea" NOT NULL,
	"begun_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "log_successors_origin_unique" UNIQUE("origin")
);
--> statement-breakpoint
CREATE TABLE "log_witnesses" (
	"log" smallint NOT NULL,
	"vkey" text NOT NULL,
	"size" bigint,
	"cosigned_at" timestamp(3) with time zone,
	"state" text NOT NULL,
	CONSTRAINT "log_witnesses_log_vkey_pk" PRIMARY KEY("log","vkey")
);
--> statement-breakpoint
ALTER TABLE "log_keys" ADD CONSTRAINT "log_keys_pending_id_log_pending_id_fk" FOREIGN KEY ("pending_id") REFERENCES "public"."log_pending"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER log_successors_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_successors
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_keys
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
