import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { refuseWeak } from '#domains/identity/commands.ts'
import { secondStepResetMail } from '#domains/identity/mail-words.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { makeCall } from './calls.ts'
import { byMail, makeCreate, unmailed } from './creation.ts'
import { refuseEarlier } from './endings.ts'
import { type AwsPool, poolUsername } from './pool.ts'

type AdminContext = Pick<IdentityContext, 'secrets' | 'now' | 'log'>

/** How many calls run at once: AWS allows a few dozen per second. */
const atOnce = 5

/**
 * The people of a user pool at AWS. Each call is made within the transaction of the change: if AWS refuses, the change is
 * rolled back. If a change is rolled back after its call, the next attempt makes the call again, since every call states the
 * wanted result, not the difference. AWS mails invitations itself.
 */
export function makeAwsAdmin(
  client: CognitoIdentityProviderClient,
  pool: AwsPool,
  ctx: AdminContext,
): IdentityAdmin {
  const { userPoolId: UserPoolId } = pool
  const named = (tenantId: TenantId, userId: UserId) => ({
    UserPoolId,
    Username: poolUsername(tenantId, userId),
  })
  const call = makeCall(ctx.log)
  const signOut = async (tx: TenantTx, userId: UserId) => {
    await refuseEarlier(tx, userId, ctx.now())
    const wanted = named(tx.tenantId, userId)
    await call(() => client.send(new AdminUserGlobalSignOutCommand(wanted)), ['UserNotFoundException'])
  }
  const create = makeCreate(client, pool, call)

  return {
    async invite(tx, users) {
      for (let i = 0; i < users.length; i += atOnce)
        await Promise.all(users.slice(i, i + atOnce).map((user) => create(tx, user, byMail)))
    },
    async settlePassword(tx, user, Password) {
      refuseWeak(Password)
      const isNew = await create(tx, user, unmailed)
      const wanted = { ...named(tx.tenantId, user.id), Password, Permanent: true }
      const outcome = await call(
        () => client.send(new AdminSetUserPasswordCommand(wanted)),
        ['InvalidPasswordException'],
      )
      if (outcome !== 'done') throw new Failure('identity.weak-password')
      if (!isNew) await signOut(tx, user.id)
    },
    async resendInvitation(tx, user) {
      if (await create(tx, user, byMail)) return
      const again = { ...named(tx.tenantId, user.id), ...byMail, MessageAction: 'RESEND' as const }
      const outcome = await call(
        () => client.send(new AdminCreateUserCommand(again)),
        ['UnsupportedUserStateException'],
      )
      if (outcome !== 'done') throw new Failure('identity.already-signed-in')
    },
    async remove(tx, userId) {
      await refuseEarlier(tx, userId, ctx.now())
      await tx.deleteFrom('identity_pool_person').where('user_id', '=', userId).execute()
      await call(
        () => client.send(new AdminDeleteUserCommand(named(tx.tenantId, userId))),
        ['UserNotFoundException'],
      )
    },
    async enable(tx, userId) {
      await call(
        () => client.send(new AdminEnableUserCommand(named(tx.tenantId, userId))),
        ['UserNotFoundException'],
      )
    },
    async disable(tx, userId) {
      const wanted = named(tx.tenantId, userId)
      await call(() => client.send(new AdminDisableUserCommand(wanted)), ['UserNotFoundException'])
      await signOut(tx, userId)
    },
    async resetSecondStep(tx, userId) {
      const off = { Enabled: false, PreferredMfa: false }
      const none = { SoftwareTokenMfaSettings: off, SMSMfaSettings: off }
      const outcome = await call(
        () => client.send(new AdminSetUserMFAPreferenceCommand({ ...named(tx.tenantId, userId), ...none })),
        ['UserNotFoundException'],
      )
      await signOut(tx, userId)
      if (outcome === 'done') await tellOfReset(tx, ctx, userId)
    },
    signOutEverywhere: signOut,
  }
}

async function tellOfReset(tx: TenantTx, ctx: AdminContext, userId: UserId): Promise<void> {
  const user = await tx.selectFrom('tenant_user').select('email').where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const { name } = await requireOrganization(tx)
  await queueMails(tx, ctx, [{ to: user.email, ...secondStepResetMail({ organization: name }) }])
}
