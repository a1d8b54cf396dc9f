import type { Channel } from '@verbatim/contract/channels.ts'
import { channelsWith } from '#channels/registry.ts'

/** The channels on which a further reaction of a person replaces their earlier one. */
export const oneReaction: ReadonlySet<Channel> = new Set(channelsWith('oneReaction'))
