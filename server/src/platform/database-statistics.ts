import pg from 'pg'

/** Lets the planner know at once what has just been filled, as the owner of the tables; in time it would by itself. */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('set client_min_messages = error') // what is not ours is skipped with a warning
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
