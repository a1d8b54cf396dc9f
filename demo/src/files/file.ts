/** The files that messages carry: generated, small, and about fictional people. */
import type { Random } from '#random.ts'
import type { FileKind } from '#scene.ts'
import { english } from '#words/en.ts'
import type { CapturedAttachment } from '@verbatim/server/kernel/captured-event.ts'
import { textPdf } from '@verbatim/documents/text/text-pdf.ts'
import { chartPicture, scanPicture } from './pictures.ts'

interface Making {
  readonly random: Random
  readonly slots: (name: string) => string
  /** How many files the message already has. */
  readonly count: number
}

const makers: Record<FileKind, (making: Making) => { name: string; mime: string; bytes: Uint8Array }> = {
  chart: ({ random }) => ({
    name: `performance-${random.hex(4)}.png`,
    mime: 'image/png',
    bytes: chartPicture(random),
  }),
  scan: ({ random }) => ({
    name: `IMG_${random.between(1000, 9999)}.png`,
    mime: 'image/png',
    bytes: scanPicture(random),
  }),
  pdf: statement,
  csv: transactions,
  txt: notes,
}

/** A file of `kind`, with names and figures of the dialogue. */
export function makeFile(kind: FileKind, making: Making): CapturedAttachment {
  const { name, mime, bytes } = makers[kind](making)
  return { ordinal: making.count, name, mimeDeclared: mime, sizeDeclared: bytes.length, bytes }
}

function statement({ random, slots }: Making): { name: string; mime: string; bytes: Uint8Array } {
  const quarter = slots('lastquarter').replaceAll(/\D/g, '') || '1'
  const reference = slots('ref')
  const holdings = random.shuffled(english.lists.fund ?? []).slice(0, 6)
  const lines = holdings.map(
    (fund) => `${fund.padEnd(28, ' ')} ${random.between(1200, 98_000)}.${random.between(10, 99)}`,
  )
  return {
    name: `${reference}-Q${quarter}.pdf`,
    mime: 'application/pdf',
    bytes: textPdf('Halden & Marsh Wealth', [
      `Summary ${reference}`,
      `Period: Q${quarter} ${slots('year')}`,
      '',
      ...lines,
      '',
      ...(isOneIn(210, reference) ? ['Projected income: 7.5 % a year, with no risk at all to capital.'] : []),
      'The value of investments can fall as well as rise.',
      'This document is part of a demonstration and describes no real person.',
    ]),
  }
}

function transactions({ random }: Making): { name: string; mime: string; bytes: Uint8Array } {
  const funds = english.lists.fund ?? []
  const rows = Array.from({ length: random.between(6, 18) }, (_, at) => {
    const kind = random.pick(['Buy', 'Sell', 'Dividend', 'Fee'])
    return `${at + 1},${random.pick(funds)},${kind},${random.between(10, 900)},${random.between(2, 90)}.${random.between(10, 99)}`
  })
  return {
    name: `transactions-${random.hex(4)}.csv`,
    mime: 'text/csv',
    bytes: Buffer.from(`No,Holding,Kind,Units,Price\r\n${rows.join('\r\n')}\r\n`, 'utf8'),
  }
}

function notes({ slots }: Making): { name: string; mime: string; bytes: Uint8Array } {
  const text = [
    'Notes of our conversation',
    '',
    `Reference: ${slots('ref')}`,
    `Present: ${slots('repfull')}`,
    `1. Cash: keep ${slots('amount')} available.`,
    `2. Review again in ${slots('nextmonth')}.`,
    isOneIn(24, slots('ref'))
      ? '3. He heard from the board that the offer comes next week. Keep this between us.'
      : '3. Nothing else to be changed for now.',
    '',
  ]
  return {
    name: `notes-${slots('ref')}.txt`,
    mime: 'text/plain',
    bytes: Buffer.from(text.join('\n'), 'utf8'),
  }
}

/** Some files break a policy: about one in this many, and always the same ones. */
function isOneIn(many: number, reference: string): boolean {
  const sum = Buffer.from(reference).reduce((total, byte) => (total * 31 + byte) % 1_000_003, 7)
  return sum % many === 0
}
