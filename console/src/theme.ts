import {
  Badge,
  Card,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  DrawerHeader,
  Input,
  type MantineColorsTuple,
  Modal,
  ModalHeader,
  Notification,
  Pill,
} from '@mantine/core';
import { texts } from './texts/texts.ts';

/** The green of the talk page. */
const teal: MantineColorsTuple = [
  '#e9f7f4',
  '#d5ebe6',
  '#a9d8ce',
  '#79c4b5',
  '#52b4a0',
  '#39a993',
  '#2aa48c',
  '#1a8f79',
  '#146c5f',
  '#0d574c',
];

/** Mantine's greys, tinted slightly teal: 7 is the background of controls and cards, 4 their border, 0 the text. */
const dark: MantineColorsTuple = [
  '#e8efed',
  '#c9d4d1',
  '#a3b4b0',
  '#82948f',
  '#33423e',
  '#25312e',
  '#1a2321',
  '#161e1c',
  '#101615',
  '#0b0f0e',
];

const closeButtonProps = { 'aria-label': texts.common.close };
/** Otherwise assistive technology takes this `header` for a second one of the page. */
const dialogHeader = { role: 'none' };

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 8,
  colors: { teal, dark },
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  headings: { fontWeight: '700', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' } } },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'light', tt: 'none' } }),
    Card: Card.extend({ defaultProps: { withBorder: true } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
    DrawerHeader: DrawerHeader.extend({ defaultProps: dialogHeader }),
    // The description comes below the field, so that labels and fields in one row align even if one has no description.
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps }, styles: { title: { fontWeight: 700 } } }),
    ModalHeader: ModalHeader.extend({ defaultProps: dialogHeader }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps },
      // Mantine's grey is too pale to read.
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    }),
    // A long entry, such as a sentence, is wrapped: Mantine cuts it off.
    Pill: Pill.extend({
      defaultProps: { radius: 'lg' },
      styles: {
        root: { flex: 'none', height: 'auto', minHeight: 'var(--pill-height)', whiteSpace: 'normal' },
        label: { overflowWrap: 'anywhere' },
        // Otherwise the pill is as wide as its text and the default width of a picture.
        remove: { flex: 'none', width: '2em' },
      },
    }),
  },
});

/** In the dark scheme, light buttons and badges are lighter than what they are on; Mantine's are darker. */
const darkSchemeColors = Object.fromEntries(
  ['teal', 'red', 'orange', 'blue', 'gray'].flatMap((color) => {
    const mix = (share: number) =>
      `color-mix(in srgb, var(--mantine-color-${color}-5) ${share}%, transparent)`;
    return [
      [`--mantine-color-${color}-light`, mix(14)],
      [`--mantine-color-${color}-light-hover`, mix(22)],
    ];
  }),
);

/** In the dark scheme, Mantine's text on light and subtle buttons is nearly white, whatever their colour. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  // Mantine's own orange and red are too pale on its light backgrounds.
  light: {
    '--mantine-color-placeholder': '#6a7976',
    '--mantine-color-orange-light-color': '#9a3a06',
    '--mantine-color-red-light-color': '#b02323',
    '--mantine-color-error': '#b02323',
  },
  dark: {
    ...darkSchemeColors,
    '--mantine-color-placeholder': '#8b9c97',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-5)',
    '--mantine-color-orange-light-color': 'var(--mantine-color-orange-3)',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-4)',
    '--mantine-color-teal-light-color': 'var(--mantine-color-teal-3)',
  },
});
