COMMENT ON COLUMN article_texts.html IS 'Sanitised: rendered by `modules/news/articleFolder.ts`.';
--> statement-breakpoint
COMMENT ON TABLE factor_tries IS 'Consecutive wrong second factors, by their source: `modules/security/totp.ts`.';
--> statement-breakpoint
COMMENT ON TABLE fund_password_resets IS 'Resets of forgotten fund passwords: `modules/security/fundPassword.ts`.';
--> statement-breakpoint
COMMENT ON COLUMN ledger_accounts.kind IS '`spot`, `option`, `futures`, `trust` of a user; `HouseAccount` of `ledger/ledger.ts` of the house.';
--> statement-breakpoint
COMMENT ON COLUMN option_versions.terms IS '`OptionVersionTerms` of `modules/options/currentTerms.ts`.';
--> statement-breakpoint
COMMENT ON TABLE sql_functions IS 'Functions of `db/functions` in the database, with the SHA-256 of their texts; only `migrate.ts` writes it.';
--> statement-breakpoint
COMMENT ON COLUMN totp_factors.secret IS 'Encrypted: `secrets/secretKeys.ts`.';
