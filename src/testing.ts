// `wallet-modal/testing`: wallets without people, for the tests of applications.
export { createMockWallet, type MockFailure, type MockWallet, type MockWalletOptions } from './connectors/mock.js'
export { announceMockWallet, type AnnouncedMockWallet, createMockPort, type MockPortOptions } from './connectors/mock-port.js'
