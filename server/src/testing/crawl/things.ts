import type { WorldTenant } from '#testing/world.ts'

/** The ids of one organization's things, for making requests. */
export interface Things {
  readonly tenant: WorldTenant
  /** When they were made. */
  readonly madeAt: string
  /** Of each noun with the usual calls, by its path: one to be changed, one to be deleted. */
  readonly usual: Readonly<Record<string, { readonly id: string; readonly goingId: string }>>
  readonly messageId: string
  readonly conversationId: string
  readonly attachmentId: string
  /** An attachment of the same message that contains text. */
  readonly textAttachmentId: string
  readonly eventId: string
  readonly commentId: string
  readonly fileId: string
  readonly policyId: string
  readonly ruleId: string
  readonly exportId: string
  readonly userId: string
  /** A platform user and a messenger user who never make requests, so they may be changed and removed. */
  readonly personId: string
  readonly importId: string
  readonly cancelledImportId: string
  readonly colleagueId: string
  /** Each for one change: of its texts, of its people, and of both. */
  readonly contactId: string
  readonly groupId: string
  readonly peopledGroupId: string
  readonly profileId: string
  readonly peopledProfileId: string
  readonly givingProfileId: string
  readonly notificationId: string
  /** Two of the super administrator: one for changing, one for deleting. */
  readonly viewId: string
  readonly goingViewId: string
  /** Themes of the message: one to be changed, one to be merged into it. */
  readonly themeId: string
  readonly goingThemeId: string
  readonly goingSubthemeId: string
  readonly removedInsightId: string
  /** Where a provider can be asked. */
  readonly embeddedInsightId?: string
  /** One of another administrator, for deciding; one of the super administrator, for withdrawing. */
  readonly changeRequestId: string
  readonly goingChangeRequestId: string
}

/** The request for one route: existing IDs, and a valid body. */
interface Asked {
  readonly url: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The route names nothing of an organization, so a request cannot ask for another one's things. */
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
/** A number that nothing else of the crawler has. */
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

/** A contact with a unique number. */
export const contactDraft = (groupId: string, name = fresh()) => ({
  name,
  phoneNumbers: [`+1555011${String(next()).padStart(4, '0')}`],
  groupIds: [groupId],
})
export const avatarBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
