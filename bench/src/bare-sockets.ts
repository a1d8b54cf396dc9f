/** The peer of realtime: a Socket.IO server that sends each message to all sockets. Run by `realtime.ts`. */
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const [, , port = ''] = process.argv
const server = createServer()
const io = new Server(server, { serveClient: false, transports: ['websocket'] })
io.on('connection', (socket) => {
  socket.on('say', (word: string) => void io.emit('said', word))
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.once('disconnect', () => process.exit())
