-- Nodes of the version before quote another ladder for simulated prices: they must not share this database.
comment on column price_series.state is 'State that the feed needs to continue after a restart. `model` of a simulated series names the rule of its prices and volumes, and scatters the house''s quotes.';
