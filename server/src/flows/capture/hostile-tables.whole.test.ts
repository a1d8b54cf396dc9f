import { failures } from '@verbatim/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readTarGz } from '@verbatim/reference/tar.ts'
import {
  type Ask,
  openPlayedInstallation,
  type PlayedInstallation,
} from '#testing/traffic/played-installation.ts'

/** Difficult tables, as files of rules; skipped if the reference data is not next to the repository. */
const tablesFile = sharedFile('data/files/tabular.tar.gz')
let installation: PlayedInstallation
let call: Ask
beforeAll(async () => {
  if (!tablesFile) return
  installation = await openPlayedInstallation()
  call = installation.crowd(await installation.world.makeTenant('tables'))
}, 300_000)
afterAll(() => installation?.[Symbol.asyncDispose]())

describe.skipIf(!tablesFile)('difficult tables given to the import of rules', () => {
  test.each(['phrase_csv', 'regex_csv'])(
    'as %s: imported with a report that adds up, or refused in words',
    async (fileType) => {
      const codes = new Set<string>(Object.keys(failures))
      let files = 0
      let imported = 0
      for (const { name, bytes } of readTarGz(tablesFile!)) {
        files += 1
        const made = await call('/bff/api/v1/topic', { name: `${fileType} ${name}`, enabled: false })
        expect(made.status).toBe(200)
        const url = `/bff/api/v1/topics/${made.json.id}/rules/import?fileType=${fileType}`
        const dry = await call(`${url}&dryRun=true`, bytes)
        const done = await call(url, bytes)
        expect([name, dry.status]).toEqual([name, done.status])
        if (done.status === 200) {
          const { total, created, failed, skipped, saved } = done.json
          expect([name, total]).toEqual([name, failed === 0 ? created + skipped : total])
          expect(dry.json).toMatchObject({ total, created, failed, skipped, saved: false })
          const policy = (await call(`/bff/api/v1/topics/${made.json.id}`)).json
          expect([name, policy.ruleCount]).toEqual([name, saved ? created : 0])
          imported += saved ? 1 : 0
        } else {
          expect([name, done.status]).toEqual([name, expect.toSatisfy((status: number) => status < 500)])
          expect([name, codes.has(done.json.code as string)]).toEqual([name, true])
          expect(done.json.message).toMatch(/^[A-Z].{20,}/)
        }
      }
      expect(files).toBe(99)
      expect(imported).toBeGreaterThan(20)
    },
    60_000,
  )
})
