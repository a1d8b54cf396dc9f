import type { Clock } from '#kernel/clock.ts'

/** The fakes that can be in a process of their own, opened with its clock. A process loads only its own. */
export const peers = {
  archive: async () => (await import('./archive.ts')).openFakeArchive(),
  async deviceMedia() {
    const servers = new (await import('./whatsapp-media.ts')).FakeWhatsAppMedia()
    await servers.listen()
    return servers
  },
  front: async () => (await import('./provider-front.ts')).openProviderFront(),
  imessage: async () => (await import('./bluebubbles.ts')).openFakeBlueBubbles(),
  journal: async () => new (await import('./journaling-server.ts')).FakeJournalingServer(),
  signal: async () => (await import('./signal-cli.ts')).openFakeSignalCli(),
  telegram: async ({ now }: Clock) => (await import('./telegram.ts')).openFakeTelegram({ now }),
  twilio: async () => (await import('./twilio.ts')).openFakeTwilio(),
  whatsapp: async (clock: Clock) => (await import('./whatsapp.ts')).FakeWhatsApp.open(clock),
  wecom: async () => new (await import('./wecom.ts')).FakeWecom(),
  async wecomNames() {
    const api = new (await import('./wecom-api.ts')).FakeWecomApi()
    await api.listen()
    return api
  },
} as const

export type PeerName = keyof typeof peers
export type PeerOf<Name extends PeerName> = Awaited<ReturnType<(typeof peers)[Name]>>
