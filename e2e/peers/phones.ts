import { WA_CERT_DETAILS } from 'baileys'
import { openBaileys } from '@verbatim/server/channels/whatsapp-native/baileys.ts'
import { linkedCollection } from '@verbatim/server/channels/whatsapp-native/collection.ts'
import { whatsappnative } from '@verbatim/server/channels/whatsapp-native/connector.ts'
import type { PeerProcess } from '@verbatim/server/testing/fakes/own-process.ts'
import type { FakeWhatsApp } from '@verbatim/server/testing/fakes/whatsapp.ts'

/** Collects from linked devices by the library itself, which takes the peer for WhatsApp. */
export async function phonesAt(whatsapp: PeerProcess<FakeWhatsApp>) {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(await whatsapp.read('rootKey'))
  const waWebSocketUrl = await whatsapp.read('url')
  return {
    ...whatsappnative,
    collection: linkedCollection((options) => openBaileys(options, { waWebSocketUrl })),
  }
}
