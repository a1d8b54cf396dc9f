import type { ChannelConnector } from '#channels/connector.ts'
import { collectArchive } from './collection.ts'
import { keptMs } from './cursor.ts'
import { identify } from './identity.ts'
import { archiveListing } from './listing.ts'
import { fetchFile } from './media.ts'
import { eventsOf, keyOfRecord } from './records.ts'
import { archivedRooms, roomEventOf } from './rooms.ts'
import { archivedEmployees, askedEmployee } from './standings.ts'
import { callback } from './webhook.ts'

/**
 * WeCom. The account of a corporation has its message archive, which is asked again and again and read a second time, and takes its callbacks; the
 * accounts of its employees receive through it. Source: WeCom, "会话内容存档".
 */
export const wecom: ChannelConnector = {
  channel: 'wecom',
  // Clients write to it from WeChat.
  application: 'wechat',
  identityOf: identify,
  rawKey: keyOfRecord,
  parse(stored, account) {
    const asked = roomEventOf(stored, account) ?? askedEmployee(stored, account)
    const { channel, address, source } = account
    return asked ? [asked] : eventsOf(stored, { channel, corpId: (source?.address ?? address).value })
  },
  webhook: callback,
  media: { fetch: fetchFile },
  roster: archivedRooms(),
  standings: archivedEmployees(),
  keepsForMs: keptMs,
  collection: collectArchive(),
  listing: archiveListing,
}
