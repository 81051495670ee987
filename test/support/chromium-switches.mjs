// How tests start Chromium: without what a page under test does not need.

/** Nothing asks the network by itself, nothing is drawn by a graphics card. */
export const CHROMIUM_SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Pages of the browser's own behind its address bar, loaded anew for each window, and so for each context of a test: four hundred requests, and more than a
 * second of processor. And a process that it keeps ready for the next page, started anew for each.
 */
const OF_NO_USE_TO_TESTS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Off in each browser that Playwright starts: it would take requests away from `page.route`, hold back the first picture, or ask the network. */
const OFF_AS_IN_PLAYWRIGHT = ['HttpsUpgrades', 'MediaRouter', 'PaintHolding', 'OptimizationHints']

/** What Playwright has off besides, storage apart by site among it. */
const OFF_WITH_SHARED_STORAGE = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** For a launcher that leaves Chromium's features as they are, or adds to this list. */
export const withoutExtras = `--disable-features=${OF_NO_USE_TO_TESTS.join()}`

/**
 * For Playwright, which has a switch of this name too: the last one counts, so that this has to say all.
 * @param {object} options
 * @param {boolean} options.isPartitioned whether storage is kept apart by site, as in a visitor's browser; Playwright switches that off
 */
export const featuresOff = ({ isPartitioned }) =>
  `--disable-features=${[...OFF_AS_IN_PLAYWRIGHT, ...(isPartitioned ? [] : OFF_WITH_SHARED_STORAGE), ...OF_NO_USE_TO_TESTS].join()}`
