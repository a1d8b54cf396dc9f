import { StrictMode } from 'react'
import { openHouse } from '@verbatim/client/house.ts'
import { createRoot } from 'react-dom/client'
import { App } from '#shell/App.tsx'
import { makeQueryClient } from '#shell/query-client.ts'
import { endWithSession } from '#shell/session-end.ts'
import { StartFailed } from '#shell/StartFailed.tsx'
import { makeRouter } from './router.tsx'

const place = document.querySelector('#root')
if (!place) throw new Error('The page has no place for the application')
const root = createRoot(place)

try {
  const house = await openHouse(location.host)
  const queryClient = makeQueryClient()
  const router = makeRouter({ house, queryClient })
  endWithSession(router, queryClient, house.session)
  root.render(
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>,
  )
} catch (error) {
  root.render(<StartFailed error={error} />)
}
