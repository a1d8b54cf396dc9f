import { type PeerProcess, startPeer } from '@verbatim/server/testing/fakes/own-process.ts'
import type { PeerName, PeerOf } from '@verbatim/server/testing/fakes/peers.ts'
import { test as base } from '#world.ts'

/** Stories with this have one provider in a process of its own, their `peer`. */
export const withPeer = <Name extends PeerName>(name: Name) =>
  base.extend<object, { peer: PeerProcess<PeerOf<Name>> }>({
    peer: [
      // oxlint-disable-next-line no-empty-pattern -- a fixture names what it needs
      async ({}, use) => {
        await using peer = await startPeer(name)
        await use(peer)
      },
      { scope: 'worker' },
    ],
  })
