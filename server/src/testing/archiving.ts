import { afterAll, beforeAll, beforeEach } from 'vitest'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { sendArchive } from '#flows/archive/send-archive.ts'
import { archivingSettings } from './archiving-on.ts'
import type { Caller } from './caller.ts'
import { type FakeArchive, openFakeArchive } from './fakes/archive.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

const url = '/bff/archiving'
type Kept = Parameters<World['ctx']['keeper']['keep']>[0]

/** A world beside an archive on this machine, with a new organization for each test. */
export interface ArchivingWorld extends AsyncDisposable {
  readonly archive: FakeArchive
  readonly world: World
  /** Of the current test. */
  tenant: WorldTenant
  admin: Caller
  readonly url: string
  /** A new organization, and an archive that got nothing. */
  renew(): Promise<void>
  readonly settings: (other?: object) => Record<string, unknown>
  configure(other?: object, who?: Caller): ReturnType<Caller['call']>
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer's body, as `Caller` gives it
  mails(who?: Caller): Promise<any>
  pass(ms: number): Promise<void>
  /** Everything that is due. */
  send(of?: WorldTenant): Promise<void>
  /** @returns The key of the message. */
  say(body: string, of?: WorldTenant): Promise<string>
  /** A mail at the journal, with CRLF throughout. */
  receive(mail: string, of?: WorldTenant): Promise<void>
  /** Events that the channel reports. */
  happen(...events: readonly CapturedEvent[]): Promise<void>
}

/**
 * Opens it before the tests of a file with a separate database, renews it for each, and closes both after them.
 * @param take Gets it before the first test.
 */
export function useArchivingWorld(take: (opened: ArchivingWorld) => void): void {
  let database: TestDatabase | undefined
  let opened: ArchivingWorld | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
    opened = await openArchivingWorld(database.url)
    take(opened)
  }, 60_000)
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]()
    await database?.close()
  })
  beforeEach(() => opened?.renew())
}

async function openArchivingWorld(databaseUrl: string): Promise<ArchivingWorld> {
  const archive = await openFakeArchive()
  const world = await openWorld(databaseUrl, { MEDIA_HOSTS: 'localhost' })
  let turn = 0
  let sids = 0
  const keep = async (
    given: Pick<Kept, 'transport' | 'contentType' | 'bytes'> & { channel: 'sms' | 'proofpoint' },
    of = opened.tenant,
  ) => {
    await world.ctx.keeper.keep({
      ...given,
      tenantId: of.id,
      accountId: of.accounts[given.channel],
      sourceKey: `record ${(sids += 1)}`,
      headers: {},
      remote: undefined,
      receivedAt: world.ctx.now(),
    })
    await world.settle()
  }
  const opened: ArchivingWorld = {
    archive,
    world,
    tenant: undefined as unknown as WorldTenant,
    admin: undefined as unknown as Caller,
    url,
    async renew() {
      archive.clear()
      opened.tenant = await world.makeTenant(`archive-${(turn += 1)}`)
      opened.admin = await world.as(opened.tenant, opened.tenant.users.tenant_admin)
    },
    settings: (other = {}) => archivingSettings({ host: 'localhost', port: archive.port, ...other }),
    configure: (other = {}, who = opened.admin) => who.call('PUT', `${url}/settings`, opened.settings(other)),
    mails: async (who = opened.admin) => (await who.call('GET', `${url}/mails?sort=createdAt`)).json.items,
    async pass(ms) {
      world.pass(ms)
      opened.admin = await world.as(opened.tenant, opened.tenant.users.tenant_admin)
    },
    async send(of = opened.tenant) {
      while ((await sendArchive(world.ctx, of.id)) > 0);
    },
    async say(body, of = opened.tenant) {
      world.pass(1)
      const sid = `SM${String((sids += 1)).padStart(32, '0')}`
      const status = await world.deliver(of, { from: '+15550108888', body, sid })
      if (status !== 200) throw new Error(`The message was answered with ${status}`)
      await world.settle()
      return sid
    },
    async receive(mail, of = opened.tenant) {
      world.pass(1)
      const bytes = Buffer.from(mail)
      await keep({ channel: 'proofpoint', transport: 'smtp', contentType: 'message/rfc822', bytes }, of)
    },
    happen: (...events) =>
      keep({
        channel: 'sms',
        transport: 'history',
        contentType: normalisedType,
        bytes: writeNormalised(events),
      }),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await archive.close()
    },
  }
  return opened
}
