// Faults in the app's money mutations and in the data on the device.

/** @type {import('./list.mjs').Fault[]} */
export const APP_FAULTS = [
  {
    name: 'records stay on the device after the session',
    file: 'src/shared/storage/draftOwner.ts',
    right: '    emptyStore(RECORDS_DATABASE, RECORDS_STORE);\n',
    wrong: '',
    tests: [{ project: 'screens with other modules', path: 'src/shared/storage' }],
  },
  {
    name: 'a money write is repeated under another id',
    file: 'src/shared/money-mutations/sendUntilClear.ts',
    right: 'const { data, error } = await runCall(args);',
    wrong:
      'const { data, error } = await runCall({ ...args, request: { ...args.request, clientRequestId: crypto.randomUUID() } });',
    tests: [{ project: 'screens', path: 'src/shared/money-mutations' }],
  },
  {
    name: 'an unknown outcome is shown as a failure',
    file: 'src/shared/money-mutations/outcomeText.ts',
    right: "if (isStillOpen(error)) return { kind: 'warning',",
    wrong: "if (error.code === 'NETWORK') return { kind: 'warning',",
    tests: [{ project: 'screens', path: 'src/shared/money-mutations' }],
  },
];
