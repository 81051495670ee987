// Every number of the specification §9, with its unit in its name. `test/constants.test.ts` holds them against the specification.
/** Log buffer of the wallet client. */
export const LOG_BUFFER_BYTES = 1_024_000
