/** In the place of the library that speaks WhatsApp's protocol: the fake device, which takes its events from a peer's socket. */
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { DeviceOptions, LinkedDevice } from '@verbatim/server/channels/whatsapp-native/linked-device.ts'
import { FakeLinkedDevices } from '@verbatim/server/testing/fakes/linked-device.ts'

const devices = new FakeLinkedDevices()

export async function openBaileys(options: DeviceOptions): Promise<LinkedDevice> {
  const device = await devices.open(options)
  const fake = devices.opened.at(-1)
  const socket = connect(Number(process.env['FAULTS_DEVICE_PORT']), '127.0.0.1')
  socket.on('connect', () => fake?.accept())
  socket.on('error', () => {})
  socket.on('close', () => fake?.end(undefined))
  createInterface({ input: socket }).on('line', (line) => {
    const { name, data } = JSON.parse(line) as { name: string; data: unknown }
    fake?.emit(name, data)
    // As the library does, which takes an event and does not wait for what we do with it.
    socket.write('taken\n')
  })
  return Object.assign(device, {
    close: async () => {
      socket.destroy()
    },
  })
}
