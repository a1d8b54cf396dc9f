import type { ChannelCells } from './cells.ts'
import { imessageCells } from './imessage.ts'
import { journalCells } from './journal.ts'
import { signalCells } from './signal.ts'
import { telegramCells } from './telegram.ts'
import { smsCells, whatsappCells } from './twilio.ts'
import { wecomCells } from './wecom.ts'
import { nativeCells } from './whatsapp-native.ts'

export const allCells: readonly ChannelCells[] = [
  imessageCells,
  journalCells,
  signalCells,
  smsCells,
  telegramCells,
  wecomCells,
  whatsappCells,
  nativeCells,
]
