import { convertCssVariables, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import { expect, test } from 'vitest'
import { cssVariables, theme } from './theme.ts'

// The variables are in a file, not in a <style> element made at run time, so that `style-src 'self'` is enough.
// After changing the theme run `vitest run ui -u` to write it again.
test('theme-variables.gen.css matches the theme', async () => {
  const css = convertCssVariables(cssVariables(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
  const lines = css.replace(/\{/g, ' {\n').replace(/;/g, ';\n').replace(/\}/g, '}\n')
  await expect(`/* Written by theme.test.ts from theme.ts. */\n${lines}`).toMatchFileSnapshot(
    'theme-variables.gen.css',
  )
})
