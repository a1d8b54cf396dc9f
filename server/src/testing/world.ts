import { dayMs } from '@verbatim/contract/durations.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channels } from '@verbatim/contract/channels.ts'
import { AccountId, GroupId, PermissionProfileId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { type Role, roles } from '@verbatim/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { createAccounts } from '#domains/accounts/commands.ts'
import { createGroups } from '#domains/groups/commands.ts'
import { createIdentityUsers } from '#domains/identity/commands.ts'
import { unreadAttachments } from '#domains/messages/reading-commands.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { backlog } from '#flows/capture/backlog.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { readAttachments } from '#flows/read-attachments/read-attachments.ts'
import type { FileReader } from '#flows/read-attachments/file-reader.ts'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { newId } from '#kernel/uuid.ts'
import { readConfig } from '#platform/config.ts'
import { keepInstallationSecret } from '#platform/installation/secret.ts'
import { inTenant } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import { openFindDue } from '#platform/work/find-due.ts'
import { findConnector } from '#channels/registry.ts'
import { twilioSignature } from '#channels/twilio/signature.ts'
import { checkAnswers } from './answers.ts'
import { type Caller, makeCaller } from './caller.ts'
import { borrowKeyPair } from './key-pairs.ts'
import { openApp } from '#app.ts'
import { type Context, openContext } from '#context.ts'
import { worldSecret } from './world-secret.ts'

export const worldPassword = 'Correct-Horse-7'
/** No test calls a provider outside of this machine; one with a provider of its own names it. */
const nowhere = '127.0.0.1:9'
const publicBaseUrl = 'http://localhost:3000'

/** An organization of a test world: two groups, a user of each role who sees everything, and one account per channel. */
export interface WorldTenant {
  readonly id: TenantId
  readonly label: string
  readonly groups: { readonly north: GroupId; readonly south: GroupId }
  readonly profiles: { readonly everything: PermissionProfileId; readonly north: PermissionProfileId }
  readonly users: Readonly<Record<Role, UserId>>
  /** Sees only the north group's messages. */
  readonly northerner: UserId
  /** The representative whose SMS account it is, a member of the north group. */
  readonly representative: UserId
  /** A representative of the south group, without an account. */
  readonly colleague: UserId
  readonly accounts: { readonly sms: AccountId; readonly whatsapp: AccountId; readonly proofpoint: AccountId }
  readonly authToken: string
}

export interface World extends AsyncDisposable {
  readonly ctx: Context
  readonly app: FastifyInstance
  /** Moves the installation's clock. */
  pass(ms: number): void
  /** Moves it to the next noon of UTC, for tests in which what happens within hours must be of one day. */
  passToNoon(): void
  makeTenant(label: string): Promise<WorldTenant>
  /** A caller with the session of a user. */
  as(tenant: WorldTenant, userId: UserId): Promise<Caller>
  /** Delivers a signed SMS or WhatsApp webhook; resolves with the status of the answer. */
  deliver(
    tenant: WorldTenant,
    message: { from: string; body: string; sid?: string; channel?: 'sms' | 'whatsapp' },
  ): Promise<number>
  /** Ingests, and reads attachments, until nothing is left. */
  settle(): Promise<void>
}

/** Mails and attachments are read in this thread. */
const readers = { find: findConnector }
const fileReader: Pick<FileReader, 'read'> = { read: async (_, open) => readFile(await open()) }

/**
 * A running installation on a separate database, without a network port.
 *
 * Its clock is frozen if a test checks times, and runs if people or loads use the installation; otherwise limits per
 * minute would never expire.
 */
export async function openWorld(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  clock: 'still' | 'running' = 'still',
): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'verbatim-world-'))
  await keepInstallationSecret(home, worldSecret)
  const opened = Date.now()
  let passed = 0
  const ctx = await openContext({
    config: readConfig({ VERBATIM_HOME: home, PUBLIC_BASE_URL: publicBaseUrl, MEDIA_HOSTS: nowhere, ...env }),
    databaseUrl,
    log: silentLog,
    now: () => new Date((clock === 'running' ? Date.now() : opened) + passed),
    identity: { makeKeyPair: borrowKeyPair },
  })
  const app = await openApp(ctx)
  checkAnswers(app)
  // Apps date what they prove by the time of the answers, and tests may move that on.
  if (clock === 'running')
    app.addHook('onSend', async (_, reply) => void reply.header('date', ctx.now().toUTCString()))
  await app.ready()
  return {
    ctx,
    app,
    pass(ms) {
      passed += ms
    },
    passToNoon() {
      passed += 1.5 * dayMs - (ctx.now().getTime() % dayMs)
    },
    makeTenant: (label) => makeTenant(ctx, label),
    as: (tenant, userId) => makeCaller(ctx, app, tenant, userId),
    deliver: (tenant, message) => deliver(app, tenant, message),
    async settle() {
      const findDue = openFindDue(ctx)
      for (let done = 1; done > 0;) {
        done = 0
        const due = await Promise.all([backlog, unreadAttachments].map(({ name }) => findDue(name)))
        for (const tenantId of new Set(due.flat()))
          done +=
            (await ingest({ ...ctx, readers }, tenantId)) +
            (await readAttachments({ ...ctx, fileReader }, tenantId))
      }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await ctx[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function makeTenant(ctx: Context, label: string): Promise<WorldTenant> {
  const now = ctx.now()
  const id = TenantId.parse(newId(now))
  const groups = { north: GroupId.parse(newId(now)), south: GroupId.parse(newId(now)) }
  const all = PermissionProfileId.parse(newId(now))
  const north = PermissionProfileId.parse(newId(now))
  const users = Object.fromEntries(roles.map((role) => [role, UserId.parse(newId(now))])) as Record<
    Role,
    UserId
  >
  const northerner = UserId.parse(newId(now))
  const representative = UserId.parse(newId(now))
  const colleague = UserId.parse(newId(now))
  const accounts = {
    sms: AccountId.parse(newId(now)),
    whatsapp: AccountId.parse(newId(now)),
    proofpoint: AccountId.parse(newId(now)),
  }
  const authToken = randomBytes(16).toString('hex')
  const secretsOf = (accountId: AccountId) =>
    sealSecretsOf(
      { tenantId: id, id: accountId },
      { authTokens: [authToken], accountSid: `AC${'0'.repeat(32)}` },
      ctx.secrets,
    )
  await inTenant(ctx.db, id, async (tx) => {
    await tx
      .insertInto('organization')
      .values({ tenant_id: id, host_label: label, name: `${label} Ltd`, mail_domains: [`${label}.example`] })
      .execute()
    await createGroups(tx, [
      { id: groups.north, name: 'North' },
      { id: groups.south, name: 'South' },
    ])
    await createProfiles(tx, [
      { id: all, name: 'Everything', channels, groupIds: 'all' },
      { id: north, name: 'North only', channels, groupIds: [groups.north] },
    ])
    await createUsers(
      tx,
      byVerbatim,
      [
        ...roles.map((role) => ({
          id: users[role],
          email: `${role}@${label}.example`,
          firstName: role,
          lastName: label,
          role,
          profileIds: role === 'none' ? [] : [all],
        })),
        {
          id: northerner,
          email: `north@${label}.example`,
          firstName: 'North',
          lastName: label,
          role: 'compliance',
          profileIds: [north],
        },
        {
          id: representative,
          email: `rep@${label}.example`,
          firstName: 'Rita',
          lastName: 'Lund',
          role: 'none',
          messengerRole: 'user',
          addresses: ['+15550100001'],
          groupIds: [groups.north],
        },
        {
          id: colleague,
          email: `colleague@${label}.example`,
          firstName: 'Sam',
          lastName: 'Sund',
          role: 'none',
          messengerRole: 'user',
          addresses: ['+15550100009'],
          groupIds: [groups.south],
        },
      ],
      now,
    )
    // Groups and profiles are new, with people in them from the start.
    for (const table of ['conversation_group', 'permission_profile'] as const)
      await tx.updateTable(table).set({ version: 1 }).execute()
    await createIdentityUsers(
      tx,
      ctx,
      [...Object.values(users), northerner, representative, colleague].map((userId) => ({
        id: userId,
        password: worldPassword,
      })),
    )
    await createAccounts(tx, [
      {
        id: accounts.sms,
        channel: 'sms',
        name: 'Desk SMS',
        address: '+15550100001',
        ownerId: representative,
        sealedSecrets: secretsOf(accounts.sms),
      },
      {
        id: accounts.whatsapp,
        channel: 'whatsapp',
        name: 'Desk WhatsApp',
        address: '+15550100002',
        sealedSecrets: secretsOf(accounts.whatsapp),
      },
      {
        id: accounts.proofpoint,
        channel: 'proofpoint',
        name: 'Journal',
        address: `journal-${label}@journal.example`,
        settings: { networks: ['127.0.0.0/8', '::1'] },
      },
    ])
  })
  const profiles = { everything: all, north }
  return { id, label, groups, profiles, users, northerner, representative, colleague, accounts, authToken }
}

let delivered = 0
async function deliver(
  app: FastifyInstance,
  tenant: WorldTenant,
  {
    from,
    body,
    sid,
    channel = 'sms',
  }: { from: string; body: string; sid?: string; channel?: 'sms' | 'whatsapp' },
): Promise<number> {
  delivered += 1
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  const parameters = new URLSearchParams({
    MessageSid: sid ?? `SM${delivered.toString(16).padStart(32, '0')}`,
    AccountSid: `AC${'0'.repeat(32)}`,
    From: prefix + from,
    To: prefix + (channel === 'sms' ? '+15550100001' : '+15550100002'),
    Body: body,
    NumMedia: '0',
  })
  const path = `/hooks/${channel}/${tenant.accounts[channel]}`
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': twilioSignature(tenant.authToken, publicBaseUrl + path, parameters),
    },
    payload: parameters.toString(),
  })
  return answer.statusCode
}
