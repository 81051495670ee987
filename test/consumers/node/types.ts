// Every entry as Node's own resolution sees it.
import { createWalletModal, type WalletModal } from 'wallet-modal'
import { createWalletModal as fromScript } from 'wallet-modal/cdn'
import { isWalletError, type ErrorCode } from 'wallet-modal/errors'
import { useAccount } from 'wallet-modal/react'
import { announceMockWallet, connectMockWallet, createMockWallet } from 'wallet-modal/testing'

export const made: WalletModal = createWalletModal()
export const other: WalletModal = fromScript()
export const code = (error: unknown): ErrorCode | undefined => (isWalletError(error) ? error.code : undefined)
export const used = [useAccount, announceMockWallet, connectMockWallet, createMockWallet]
export const element = document.querySelector('wallet-modal')?.projectId satisfies string | undefined
