// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Answers for all names below one (ENSIP-10) by sending the asker to a gateway (EIP-3668), whose signed answer it checks.
contract OffchainResolver {
    address public owner;
    string[] private urls;
    mapping(address => bool) public signers;

    event UrlsChanged(string[] urls);
    event SignerChanged(address indexed signer, bool trusted);
    event OwnerChanged(address indexed owner);

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    modifier onlyOwner() {
        require(msg.sender == owner, "OffchainResolver: not yours");
        _;
    }

    constructor(string memory url, address signer) {
        owner = msg.sender;
        urls.push(url);
        signers[signer] = true;
        emit OwnerChanged(msg.sender);
        emit SignerChanged(signer, true);
    }

    function setOwner(address owner_) external onlyOwner {
        owner = owner_;
        emit OwnerChanged(owner_);
    }

    /// `{sender}` and `{data}` in a url are filled in by the asker; without `{data}` it posts.
    function setUrls(string[] memory urls_) external onlyOwner {
        urls = urls_;
        emit UrlsChanged(urls_);
    }

    function setSigner(address signer, bool trusted) external onlyOwner {
        signers[signer] = trusted;
        emit SignerChanged(signer, trusted);
    }

    function gateways() external view returns (string[] memory) {
        return urls;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == this.resolve.selector;
    }

    /// Always reverts: the answer is elsewhere.
    function resolve(bytes calldata name, bytes calldata question) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(this.resolve, (name, question));
        revert OffchainLookup(address(this), urls, request, this.resolveWithProof.selector, abi.encode(request, address(this)));
    }

    /// `response` is `abi.encode(bytes result, uint64 expires, bytes signature)`.
    function resolveWithProof(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        (bytes memory request, address target) = abi.decode(extraData, (bytes, address));
        require(block.timestamp <= expires, "OffchainResolver: answer expired");
        require(signers[_signer(makeSignatureHash(target, expires, request, result), signature)], "OffchainResolver: wrong signature");
        return result;
    }

    /// What the gateway signs.
    function makeSignatureHash(address target, uint64 expires, bytes memory request, bytes memory result)
        public
        pure
        returns (bytes32)
    {
        return keccak256(abi.encodePacked(hex"1900", target, expires, keccak256(request), keccak256(result)));
    }

    function _signer(bytes32 hash, bytes memory signature) private pure returns (address signer) {
        require(signature.length == 65, "OffchainResolver: malformed signature");
        (bytes32 r, bytes32 s, uint8 v) = (bytes32(0), bytes32(0), uint8(signature[64]));
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        signer = ecrecover(hash, v, r, s);
        require(signer != address(0), "OffchainResolver: malformed signature");
    }
}
