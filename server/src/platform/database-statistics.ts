import { connect } from '#schema/connect.ts'

/** Updates the planner's statistics right after tables were filled, as their owner; later this happens automatically. */
export async function gatherStatistics(ownerUrl: string): Promise<void> {
  await using client = await connect(ownerUrl)
  await client.query('set client_min_messages = error') // tables of others are skipped with a warning
  await client.query('vacuum (analyze)')
}
