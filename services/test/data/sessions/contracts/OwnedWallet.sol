// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A smart account of the smallest kind: what its owner's key signs, it has signed (ERC-1271).
contract OwnedWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Makes such accounts at addresses that are known before (CREATE2), for ERC-6492.
contract OwnedWalletFactory {
    function make(address owner) external returns (address) {
        return address(new OwnedWallet{salt: 0}(owner));
    }
}
