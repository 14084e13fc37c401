-- Nodes of before know no message about a stop that was reached: their `spot_write` would take its event for another one
-- about the same order. This migration refuses them.
COMMENT ON COLUMN user_events.subject IS '`Subject` of `events/messageFacts.ts`, and the id of the subject''s row. An order may have two: `stop`, when its stop was reached, and `order`, when it ended.';
