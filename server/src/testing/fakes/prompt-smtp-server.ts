import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

export { SMTPServer } from 'smtp-server'

/**
 * It greets at once. By itself it waits for 100 ms, to notice senders who talk before they are greeted: ours do not, and the
 * tests of outward mail open hundreds of connections.
 */
SMTPConnection.prototype.init = function init(this: SMTPConnection) {
  this._setListeners(() => this.connectionReady())
}
