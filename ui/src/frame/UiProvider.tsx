import '@fontsource-variable/inter/wght.css'
import '#plain.css'
import '#mantine.css'
import '#theme-variables.gen.css'
import '#base.css'
import '#print.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCutTitles } from '#cut-text.ts'
import { EscapeLayers } from '#escape.tsx'
import { cssVariables, panelsId, theme } from '#theme.ts'

/** The key of the chosen colour scheme; `first.js` of each application reads the same key before first paint. */
const colorSchemeKey = 'verbatim.color-scheme'
const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey })

/**
 * The theme. Writes no `<style>` element, so that a content security policy of
 * `style-src 'self'` holds: for the same reason no screen uses responsive style props (`p={{ base, sm }}`),
 * `visibleFrom`, `hiddenFrom`, `AppShell` or a responsive `SimpleGrid`, but a CSS module.
 */
export function UiProvider({ children }: { children: ReactNode }) {
  useCutTitles()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <EscapeLayers>{children}</EscapeLayers>
      {/* Layers over the page belong to a landmark too, so that screen readers find them. */}
      <section id={panelsId} aria-label="Open panel" />
    </MantineProvider>
  )
}
