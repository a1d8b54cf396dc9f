import { expect, inject, test } from 'vitest'
import { refuseSettings, refuseUnsafeDatabase } from './database-checks.ts'

const sound = {
  server_version_num: '180004',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  superuser: 'false',
}

test('a safe database is accepted, even one that waits for its replicas', () => {
  expect(() => refuseSettings(sound)).not.toThrow()
  expect(() => refuseSettings({ ...sound, synchronous_commit: 'remote_apply' })).not.toThrow()
})

test.each([
  [{ fsync: 'off' }, 'fsync off'],
  [{ full_page_writes: 'off' }, 'full_page_writes off'],
  [{ synchronous_commit: 'off' }, 'synchronous_commit off'],
  [{ data_checksums: 'off' }, 'data_checksums off'],
  [{ server_version_num: '140019' }, 'PostgreSQL 14 is too old'],
  [{ server_version_num: '150013' }, 'to 15.14 or newer'],
  [{ server_version_num: '160009' }, 'to 16.10 or newer'],
  [{ server_version_num: '170005' }, 'to 17.6 or newer'],
  [{ superuser: 'true' }, 'bypasses row-level security'],
])('a database with %o is refused', (wrong, text) => {
  expect(() => refuseSettings({ ...sound, ...wrong })).toThrow(text)
})

test('a running database without fsync is refused', async () => {
  await expect(refuseUnsafeDatabase(inject('testCluster').ownerUrl)).rejects.toThrow('fsync off')
})
