import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCollectors } from '@verbatim/server/channels/registry.ts'
import { type PeerProcess, startPeer } from '@verbatim/server/testing/fakes/own-process.ts'
import type { PeerName, PeerOf } from '@verbatim/server/testing/fakes/peers.ts'
import { test as base } from '#world.ts'
import { phonesAt } from './phones.ts'

/** The providers of all channels and an archive, each in a process of its own, and the folder of WeCom's archive. */
export type Peers = { readonly [Name in PeerName]: PeerProcess<PeerOf<Name>> } & { readonly folder: string }

/** Stories with this have an installation that may call the peers, and collects from them. */
export const test = base.extend<object, { peers: Peers }>({
  peers: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs
    async ({}, use) => {
      await using closing = new AsyncDisposableStack()
      const start = async <Name extends PeerName>(name: Name) => closing.use(await startPeer(name))
      const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
      closing.defer(() => rm(folder, { recursive: true, force: true }))
      const peers = {
        folder,
        archive: await start('archive'),
        deviceMedia: await start('deviceMedia'),
        front: await start('front'),
        imessage: await start('imessage'),
        journal: await start('journal'),
        signal: await start('signal'),
        telegram: await start('telegram'),
        twilio: await start('twilio'),
        wecom: await start('wecom'),
        wecomNames: await start('wecomNames'),
        whatsapp: await start('whatsapp'),
      }
      const [telegram, twilio, names] = [
        await peers.telegram.read('host'),
        await peers.twilio.read('host'),
        await peers.wecomNames.read('host'),
      ]
      const led = [
        ['/bot', telegram],
        ['/file/', telegram],
        ['/2010-04-01/', twilio],
        ['/v1/', twilio],
        ['/v2/', twilio],
        ['/cgi-bin/', names],
      ] as const
      for (const [prefix, host] of led) await peers.front.does.lead(prefix, host)
      await use(peers)
    },
    { scope: 'worker' },
  ],
  installationEnv: [
    async ({ peers: { deviceMedia, folder, front, imessage, signal } }, use) =>
      use({
        SIGNAL_DAEMON_URL: await signal.read('url'),
        WECOM_ARCHIVE_DIR: folder,
        // The front takes the place of the providers' own hosts.
        MEDIA_HOSTS: [
          await front.read('host'),
          await imessage.read('host'),
          await deviceMedia.read('host'),
          'localhost',
        ].join(','),
        SMTP_INTAKE_PORT: '0',
        LISTEN_HOST: '127.0.0.1',
      }),
    { scope: 'worker' },
  ],
  installationCollectors: [
    async ({ peers: { whatsapp } }, use) =>
      use([
        ...findCollectors().filter(({ channel }) => channel !== 'whatsappnative'),
        await phonesAt(whatsapp),
      ]),
    { scope: 'worker' },
  ],
})
