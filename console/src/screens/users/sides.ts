import { MessengerUserDraft, PlatformUserDraft } from '@verbatim/contract/user-drafts.ts'
import {
  messengerUserList,
  messengerUsers,
  platformUserList,
  platformUsers,
} from '@verbatim/contract/users.ts'

/** The users' application. */
export type Side = 'platform' | 'messenger'

/** The differences between the screens of platform users and of messenger users; the rest is shared. */
export const sides = {
  platform: {
    title: 'Platform Users',
    /** In the plural and the singular. */
    noun: 'platform users',
    thing: 'platform user',
    list: '/organization/platform-users',
    spec: platformUserList,
    calls: platformUsers,
    draft: PlatformUserDraft,
    view: 'platform_users.view',
    manage: 'platform_users.manage',
    /** Their memberships. */
    membership: 'Permission profiles',
  },
  messenger: {
    title: 'Messenger Users',
    noun: 'messenger users',
    thing: 'messenger user',
    list: '/messenger-settings/messenger-users',
    // They have the same shape; only the values of `role` and the fields of drafts differ.
    spec: messengerUserList as unknown as typeof platformUserList,
    calls: messengerUsers as unknown as typeof platformUsers,
    draft: MessengerUserDraft as unknown as typeof PlatformUserDraft,
    view: 'messenger_users.view',
    manage: 'messenger_users.manage',
    membership: 'Groups',
  },
} as const
