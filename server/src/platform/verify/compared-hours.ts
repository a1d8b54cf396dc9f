import type pg from 'pg'

/**
 * Accounts whose compared hours are not those of their coverage.
 * @param most How many are named at most.
 */
export async function findMisnotedHours(client: pg.Client, most: number): Promise<string[]> {
  const { rows } = await client.query<{ account: string; organization: string }>(
    `select account.id::text as account, account.tenant_id::text as organization
     from channel_account account
     left join (
       select tenant_id, account_id, range_agg(tstzrange(hour, hour + interval '1 hour')) as hours
       from coverage_hour where compared_at >= hour + interval '1 hour' group by tenant_id, account_id
     ) compared on compared.tenant_id = account.tenant_id and compared.account_id = account.id
     where account.compared_hours <> coalesce(compared.hours, '{}')
     order by 1, 2 limit ${most}`,
  )
  return rows.map(
    ({ account, organization }) =>
      `The compared hours of the account ${account} of the organization ${organization} differ from its coverage.`,
  )
}
