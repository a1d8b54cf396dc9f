// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ProviderMissing } from './ProviderNotice.tsx'

afterEach(cleanup)

const viewer = { id: 'me', permissions: new Set(['integrations.view']) }

test('without a messaging provider, one reads what cannot be connected, and nothing of accounts that are', async () => {
  drawPages({ '/': ProviderMissing }, { api: async () => ({ status: 'not-configured' }), viewer })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'no further SMS/MMS or WhatsApp Business account can be connected, and no WhatsApp Business account can be added.',
  )
})
