DROP TABLE "option_even_days";--> statement-breakpoint
DELETE FROM "due_work" WHERE "kind" = 'options.even';