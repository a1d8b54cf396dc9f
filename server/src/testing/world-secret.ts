/** The secret of all test installations: the tests' template is sealed with it. */
export const worldSecret = Buffer.alloc(32, 'no secret, but the one of tests')
