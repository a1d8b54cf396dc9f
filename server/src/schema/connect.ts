import pg from 'pg'

/** A connection outside the pools. It ends with the block that opens it: `await using`. */
export async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
