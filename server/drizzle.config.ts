/** Of `npm run db:generate`, which installs drizzle-kit first: few need its 50 MB. */
export default { dialect: 'postgresql', schema: './src/db/schema.ts', out: './src/db/migrations' };
