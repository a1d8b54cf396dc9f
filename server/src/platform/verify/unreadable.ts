/** Parts of a database that cannot be read, such as a damaged page. The rest of its transaction goes on. */
import pg from 'pg'

/** What `read` gives, or the error of the database; then what was read before in the transaction can be read on. */
export async function orFailure<T>(
  client: pg.Client,
  read: () => Promise<T>,
): Promise<{ readonly found: T } | { readonly failure: string }> {
  await client.query('savepoint reading')
  let outcome
  try {
    outcome = { found: await read() }
  } catch (error) {
    // After any other error the connection may still be busy with what was asked, and would not answer.
    if (!(error instanceof pg.DatabaseError)) throw error
    outcome = { failure: error.message }
  }
  await client.query('rollback to savepoint reading; release savepoint reading')
  return outcome
}

/** The findings of one check, or that it could not be made. */
export async function findOrSay(
  client: pg.Client,
  what: string,
  find: () => Promise<string[]>,
): Promise<string[]> {
  const outcome = await orFailure(client, find)
  return 'found' in outcome ? outcome.found : [`${what} cannot be checked: ${outcome.failure}.`]
}
