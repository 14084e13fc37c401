/**
 * Where the app lies. Everything in the manifest is spelt from here, since a bare `#/...` would resolve against the
 * manifest itself.
 */
export const BASE = '/h5/';
