// Before the server's tests: the built server, for those that run it as a process.
export { ensureServerBuilt as setup } from './build.mjs';
