import { type CSSVariablesResolver, createTheme, defaultCssVariablesResolver } from '@mantine/core'
import { palette } from './palette.ts'

/** One shadow, for floating elements. */
const floating = '0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 14%)'

const closeButtonProps = { 'aria-label': 'Close' }

const fontFamily =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif"

/**
 * The list itself scrolls, and belongs to its field. The library puts a second scrolling element into it, which belongs to
 * nothing that has the focus.
 */
const choices = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const

/** What cannot be changed is marked, because the library draws it like a field to fill in. */
const markedFixed = {
  classNames: (_: unknown, { readOnly }: { readonly readOnly?: boolean | undefined }) => ({
    input: readOnly ? 'read-only' : '',
  }),
}

/** The element for dialogs, menus and popovers. */
export const panelsId = 'panels'

/** A 4 px grid, 14/20 text, one radius, one accent. Source: docs/rules/look.md. */
export const theme = createTheme({
  colors: Object.fromEntries(Object.entries(palette)),
  white: '#ffffff',
  black: palette.gray[9],
  primaryColor: 'indigo',
  primaryShade: 6,
  fontFamily,
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.4286', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3334' },
      h2: { fontSize: '1.125rem', lineHeight: '1.3334' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4286' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '8px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  shadows: { xs: floating, sm: floating, md: floating, lg: floating, xl: floating },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Portal: { defaultProps: { target: `#${panelsId}` } },
    // `EscapeLayers` handles Escape: the library handles it only at the focus, or for two layers at once. `base.css`
    // keeps the page behind a dialog from scrolling; the library's own lock writes a <style> element, which the content
    // security policy refuses.
    Modal: {
      defaultProps: {
        closeOnEscape: false,
        lockScroll: false,
        centered: true,
        transitionProps: { duration: 140 },
        closeButtonProps,
      },
    },
    Drawer: {
      defaultProps: {
        closeOnEscape: false,
        lockScroll: false,
        transitionProps: { duration: 140 },
        closeButtonProps,
      },
    },
    DrawerRoot: {
      defaultProps: { closeOnEscape: false, lockScroll: false, transitionProps: { duration: 140 } },
    },
    ModalRoot: {
      defaultProps: {
        closeOnEscape: false,
        lockScroll: false,
        centered: true,
        transitionProps: { duration: 140 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    Popover: {
      defaultProps: {
        closeOnEscape: false,
        middlewares: { shift: { padding: 16 } },
        shadow: 'md',
        transitionProps: { duration: 120 },
      },
    },
    Menu: {
      // The placeholder that takes the first focus is not a menu item, which role=menu does not allow.
      defaultProps: {
        closeOnEscape: false,
        shadow: 'md',
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    // One that is not searchable is a read-only input to the library, so read-only ones are marked where they are made.
    Select: choices,
    MultiSelect: { ...choices, ...markedFixed },
    Autocomplete: { ...choices, ...markedFixed },
    TagsInput: { ...choices, ...markedFixed },
    TextInput: markedFixed,
    Textarea: markedFixed,
    NumberInput: markedFixed,
    PasswordInput: markedFixed,
    Checkbox: { defaultProps: { radius: 'xs' } },
    CheckboxIndicator: { defaultProps: { radius: 'xs' } },
    Loader: { defaultProps: { type: 'dots' } },
    Anchor: { defaultProps: { underline: 'always' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
  },
})

/** The library's variables, with greys and reds shifted until small text passes AA on both backgrounds. */
export const cssVariables: CSSVariablesResolver = (full) => {
  const variables = defaultCssVariablesResolver(full)
  Object.assign(variables.light, {
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-7)',
    '--line': 'var(--mantine-color-gray-2)',
    '--surface': 'var(--mantine-color-gray-0)',
    '--hover': 'var(--mantine-color-gray-1)',
    '--selected': 'var(--mantine-color-indigo-0)',
  })
  Object.assign(variables.dark, {
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-dark-1)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-4)',
    '--mantine-color-green-light-color': 'var(--mantine-color-green-4)',
    '--mantine-color-yellow-light-color': 'var(--mantine-color-yellow-4)',
    '--mantine-color-indigo-light-color': 'var(--mantine-color-indigo-3)',
    // Buttons and switches are one step lighter than in the light scheme, to be seen on a dark page.
    '--mantine-color-indigo-filled': 'var(--mantine-color-indigo-5)',
    '--mantine-color-indigo-filled-hover': 'var(--mantine-color-indigo-6)',
    '--mantine-color-indigo-light':
      'color-mix(in srgb, var(--mantine-color-indigo-5) 24%, var(--mantine-color-dark-7))',
    '--line': 'var(--mantine-color-dark-5)',
    '--surface': 'var(--mantine-color-dark-8)',
    '--hover': 'var(--mantine-color-dark-6)',
    '--selected': 'color-mix(in srgb, var(--mantine-color-indigo-6) 18%, var(--mantine-color-dark-7))',
  })
  return variables
}
