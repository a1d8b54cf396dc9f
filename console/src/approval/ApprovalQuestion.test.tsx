// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ApprovalQuestion } from './ApprovalQuestion.tsx'
import type { ApprovalCall } from './queries.ts'

afterEach(cleanup)

type Change = ApprovalCall['change']
const changes = {
  Save: { operation: 'update-policy' },
  Delete: { operation: 'delete-policy-rule' },
} as unknown as Readonly<Record<string, Change>>

function Editor() {
  const [change, ask] = useState<Change>()
  return (
    <>
      {Object.entries(changes).map(([label, one]) => (
        <button key={label} onClick={() => ask({ ...one })}>
          {label}
        </button>
      ))}
      <ApprovalQuestion change={change} onSent={() => {}} onClose={() => ask(undefined)} />
    </>
  )
}

test('a note on one change is kept while it is asked about again, and is no note on another', async () => {
  const { user } = drawPages({ '/': Editor }, { viewer: { id: 'me', permissions: new Set() } })
  const ask = async (label: string) => {
    await user.click(await screen.findByText(label))
    return within(await screen.findByRole('dialog')).findByLabelText<HTMLTextAreaElement>(
      'Note for the approver',
    )
  }
  const cancel = async () => user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.type(await ask('Save'), 'Asked for by Legal')
  await cancel()
  expect((await ask('Save')).value).toBe('Asked for by Legal')
  await cancel()
  expect((await ask('Delete')).value).toBe('')
})
