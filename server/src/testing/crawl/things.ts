import type { WorldTenant } from '#testing/world.ts'

/** One organization's things, by id: what requests are made of. */
export interface Things {
  readonly tenant: WorldTenant
  readonly messageId: string
  readonly conversationId: string
  readonly attachmentId: string
  /** One of the same message in which something is written. */
  readonly textAttachmentId: string
  readonly eventId: string
  readonly commentId: string
  readonly fileId: string
  readonly policyId: string
  readonly ruleId: string
  readonly exportId: string
  readonly userId: string
  /** A platform user and a messenger user who never make requests: they may be changed and removed. */
  readonly personId: string
  readonly importId: string
  readonly cancelledImportId: string
  readonly colleagueId: string
  /** Each to be changed once: in its words, in its people, and altogether. */
  readonly contactId: string
  readonly goingContactId: string
  readonly groupId: string
  readonly peopledGroupId: string
  readonly goingGroupId: string
  readonly profileId: string
  readonly peopledProfileId: string
  readonly givingProfileId: string
  readonly goingProfileId: string
  /** One to be changed, one to be deleted. */
  readonly notificationId: string
  readonly goingNotificationId: string
  /** Of the super administrator: one to be changed, one to be deleted. */
  readonly viewId: string
  readonly goingViewId: string
  /** One of another administrator, to be decided; one of the super administrator, to be withdrawn. */
  readonly changeRequestId: string
  readonly goingChangeRequestId: string
}

/** The request of one route: existing IDs, and a body that would be accepted. */
export interface Asked {
  readonly url: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The route names no thing of an organization: there is nothing foreign to ask for. */
  readonly plain?: true
  /** The status for a correct request of a user with permission; 200 by default. */
  readonly status?: number
}

export const octets = { 'content-type': 'application/octet-stream' }
export const api = '/bff/api/v1'
export const messenger = '/messenger/api/v1'

/** The request for each endpoint. */
export type Fixtures = Readonly<Record<string, (things: Things) => Asked>>

let count = 0
/** A number that no other thing of the crawler has. */
export const next = () => (count += 1)
export const fresh = () => `Crawled ${next()}`

export const notificationDraft = ({ policyId }: { readonly policyId: string }) => ({
  policyId,
  recipients: ['crawler@client.example'],
  emailSubject: '{{policyName}}',
  emailMessage: '{{eventLink}}',
  delivery: 'immediate',
  minSeverity: 'low',
  enabled: true,
})

/** A contact with a number that no other has. */
export const contactDraft = (groupId: string, name = fresh()) => ({
  name,
  phoneNumbers: [`+1555011${String(next()).padStart(4, '0')}`],
  groupIds: [groupId],
})
export const avatarBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
