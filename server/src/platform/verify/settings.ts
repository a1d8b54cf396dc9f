import type pg from 'pg'
import { Refusal } from '#platform/refusal.ts'
import { refuseSettings, settingNames } from '#platform/database-checks.ts'

/** Settings that would lose records after a power cut or a damaged page. */
export async function findSettings(client: pg.Client, ignoresDurability: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [settingNames],
  )
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  return Object.keys(settings).flatMap((name) => {
    if (ignoresDurability && name !== 'data_checksums') return []
    try {
      refuseSettings({ server_version_num: '180004', [name]: settings[name] ?? '' })
      return []
    } catch (error) {
      if (error instanceof Refusal) return [error.message]
      throw error
    }
  })
}
