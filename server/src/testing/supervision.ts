import type { ImportRow } from '@verbatim/contract/import-rows.ts'
import { beforeEach, expect } from 'vitest'
import { draft, setUpApproval } from './change-requests.ts'
import { importSteps } from './imports.ts'

const users = '/messenger/api/v1/users'

/** An organization for each test, with the enabled policy “Desk” for the north group, whose member Rita Lund is. */
export function setUpSupervision(label: string) {
  const approval = setUpApproval(label)
  const { bed, setting } = approval
  const { work, rowsOf, step } = importSteps(() => bed)

  beforeEach(async () => {
    const body = {
      ...draft,
      name: 'Desk',
      scope: 'group',
      groupIds: [bed.tenant.groups.north],
      enabled: true,
    }
    expect((await bed.admin.call('POST', '/bff/api/v1/topic', body)).status).toBe(200)
  })

  const get = async (path: string) => (await bed.admin.call('GET', path)).json
  const put = (path: string, body: object) => bed.admin.call('PUT', path, body)
  const ofUser = (id: string) => `${users}/${id}`
  const requireApproval = async () =>
    expect((await setting({ requiresPolicyApproval: true })).status).toBe(200)

  /** What becomes of the rows of a file that updates what there is. */
  async function imported(text: string) {
    const { json } = await bed.admin.call('POST', `${users}/import?hold=true`, Buffer.from(text), {
      'content-type': 'text/csv',
    })
    const { mapping, settings } = json
    const body = { mapping, settings: { ...settings, existing: 'update' } }
    expect((await put(`/bff/api/v1/imports/${json.id}`, body)).status).toBe(200)
    await step(json.id, 'start')
    await work()
    const rows: ImportRow[] = await rowsOf(json.id)
    return { id: json.id as string, outcomes: rows.map(({ outcome, reason: why = '' }) => [outcome, why]) }
  }

  /** The rows of an import after it was undone. */
  async function undone(id: string): Promise<ImportRow[]> {
    await step(id, 'undo')
    await work()
    return rowsOf(id)
  }

  return { ...approval, get, put, ofUser, requireApproval, imported, undone }
}
