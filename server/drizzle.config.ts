/** Of `npm run db:generate`, which fetches drizzle-kit: few need its 50 MB. */
export default { dialect: 'postgresql', schema: './src/db/schema.ts', out: './src/db/migrations' };
