/**
 * What triggers take of a batch that is stored, each by itself, as PostgreSQL times them. The least of many rounds counts, because other jobs
 * add to a measurement, and take nothing away: in the best round a trigger is hardly interrupted, so its time is that of the processor.
 */
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import pg from 'pg'
import type { Product } from './product.ts'

const rounds = 30

interface Plan {
  readonly Triggers: readonly { readonly 'Trigger Name': string; readonly Time: number }[]
}

/**
 * Stores the last `messages` and their themes once more, some times, and takes them back.
 * @returns The least time of each trigger, in milliseconds.
 */
export async function measureTriggers(
  { adminUrl }: Pick<Product, 'adminUrl'>,
  { tenant, messages }: { readonly tenant: WorldTenant; readonly messages: number },
): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const columnsOf = async (table: string) => {
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(format('%I', attname), ', ') as names from pg_attribute
          where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      )
      return rows[0]?.names ?? ''
    }
    const columns = { message: await columnsOf('message'), message_theme: await columnsOf('message_theme') }
    // A day later, so that it has days of its own.
    await client.query(`
      create temp table batch_message as select ${columns.message} from message where tenant_id = '${tenant.id}'
        order by id desc limit ${messages};
      create temp table batch_message_theme as select ${columns.message_theme} from message_theme
        where message_id in (select id from batch_message);
      create temp table renamed as select id, gen_random_uuid() as next from batch_message;
      update batch_message set id = next, message_key = next::text, record_id = next, posted_at = posted_at + interval '1 day'
        from renamed where renamed.id = batch_message.id;
      update batch_message_theme set message_id = next, posted_at = posted_at + interval '1 day' from renamed where renamed.id = message_id;
      analyze batch_message; analyze batch_message_theme;
      grant select on batch_message, batch_message_theme to verbatim_app`)
    const triggersOf = async (table: keyof typeof columns) => {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly Plan[] }>(
        `explain (analyze, format json) insert into ${table} (${columns[table]}) select ${columns[table]} from batch_${table}`,
      )
      return rows[0]?.['QUERY PLAN'][0]?.Triggers ?? []
    }
    const least = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      await client.query(
        `begin; set local role verbatim_app; select set_config('app.tenant_id', '${tenant.id}', true)`,
      )
      for (const { 'Trigger Name': name, Time: time } of [
        ...(await triggersOf('message')),
        ...(await triggersOf('message_theme')),
      ])
        least.set(name, Math.min(least.get(name) ?? Infinity, time))
      await client.query('rollback')
      // What was taken back is in the way of the next round.
      await client.query('vacuum message_rollup, conversation_day, late_day, opening_due, theme_day')
    }
    return least
  } finally {
    await client.end()
  }
}
