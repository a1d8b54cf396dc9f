/** The secret of every installation that uses a clone of the tests' template, which is sealed with it. */
export const worldSecret = Buffer.alloc(32, 'no secret, but the one of tests')
