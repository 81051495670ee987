// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NameRegistry} from "./Names.sol";

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata question) external view returns (bytes memory);
}

interface IBatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] calldata queries) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// One contract that a client asks for every name: finds the resolver, asks it, and passes its off-chain lookups on
/// (ENSIP-10, EIP-3668, ENSIP-19), with the part of the public interface of ENS's universal resolver that clients use.
contract UniversalResolver {
    struct Lookup {
        address resolver;
        /// The resolver's own callback, and what it wants to be given.
        bytes4 innerCallback;
        bytes innerExtra;
        /// Whether its answer is wrapped once more, as answers of `resolve(bytes,bytes)` are.
        bool extended;
        string[] gateways;
        /// Where this contract goes on, and what it needs to know there.
        bytes4 next;
        bytes state;
    }

    uint256 private constant COIN_ETHER = 60;
    uint256 private constant COIN_DEFAULT = 0x80000000;
    string[] private batchGateways;
    NameRegistry public immutable registry;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverError(bytes errorData);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error InvalidBatchGatewayResponse();

    constructor(address registry_) {
        registry = NameRegistry(registry_);
        // The client itself asks the gateways, one by one.
        batchGateways.push("x-batch-gateway:true");
    }

    // A name

    function resolve(bytes calldata name, bytes calldata question) external view returns (bytes memory, address) {
        return resolveWithGateways(name, question, batchGateways);
    }

    function resolveWithGateways(bytes calldata name, bytes calldata question, string[] memory gateways)
        public
        view
        returns (bytes memory, address)
    {
        Lookup memory lookup;
        lookup.gateways = gateways;
        lookup.next = this.resolveCallback.selector;
        return (_ask(name, question, lookup), lookup.resolver);
    }

    function resolveCallback(bytes calldata response, bytes calldata extraData) external view returns (bytes memory, address) {
        Lookup memory lookup = abi.decode(extraData, (Lookup));
        return (_continue(response, lookup), lookup.resolver);
    }

    // The primary name of an address

    function reverse(bytes calldata target, uint256 coinType) external view returns (string memory, address, address) {
        return reverseWithGateways(target, coinType, batchGateways);
    }

    function reverseWithGateways(bytes calldata target, uint256 coinType, string[] memory gateways)
        public
        view
        returns (string memory, address, address)
    {
        if (target.length == 0) revert EmptyAddress();
        bytes memory name = _encode(_reverseName(target, coinType));
        bytes memory question = abi.encodeWithSignature("name(bytes32)", _node(name, 0));
        Lookup memory lookup;
        lookup.gateways = gateways;
        lookup.next = this.reverseNameCallback.selector;
        lookup.state = abi.encode(target, coinType);
        return _forward(_ask(name, question, lookup), lookup);
    }

    function reverseNameCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory, address, address)
    {
        Lookup memory lookup = abi.decode(extraData, (Lookup));
        return _forward(_continue(response, lookup), lookup);
    }

    function reverseAddressCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory, address, address)
    {
        Lookup memory lookup = abi.decode(extraData, (Lookup));
        return _compare(_continue(response, lookup), lookup);
    }

    /// A primary name counts only if it leads back to the address.
    function _forward(bytes memory answer, Lookup memory back) private view returns (string memory, address, address) {
        string memory primary = abi.decode(answer, (string));
        if (bytes(primary).length == 0) return ("", address(0), back.resolver);
        (bytes memory target, uint256 coinType) = abi.decode(back.state, (bytes, uint256));
        bytes memory name = _encode(primary);
        bytes memory question = coinType == COIN_ETHER
            ? abi.encodeWithSignature("addr(bytes32)", _node(name, 0))
            : abi.encodeWithSignature("addr(bytes32,uint256)", _node(name, 0), coinType);
        Lookup memory lookup;
        lookup.gateways = back.gateways;
        lookup.next = this.reverseAddressCallback.selector;
        lookup.state = abi.encode(primary, target, coinType, back.resolver);
        return _compare(_ask(name, question, lookup), lookup);
    }

    function _compare(bytes memory answer, Lookup memory lookup) private pure returns (string memory, address, address) {
        (string memory primary, bytes memory target, uint256 coinType, address reverseResolver) = abi.decode(
            lookup.state,
            (string, bytes, uint256, address)
        );
        bytes memory found = coinType == COIN_ETHER
            ? abi.encodePacked(abi.decode(answer, (address)))
            : abi.decode(answer, (bytes));
        if (keccak256(found) != keccak256(target)) revert ReverseAddressMismatch(primary, found);
        return (primary, lookup.resolver, reverseResolver);
    }

    // Resolvers

    /// The resolver of the name, or else of the nearest parent that has one; `offset` says where in the name that parent begins.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        while (true) {
            resolver = registry.resolver(_node(name, offset));
            if (resolver != address(0) || uint8(name[offset]) == 0) return (resolver, _node(name, 0), offset);
            offset += 1 + uint8(name[offset]);
        }
    }

    function _ask(bytes memory name, bytes memory question, Lookup memory lookup) private view returns (bytes memory) {
        (address resolver, , uint256 offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        lookup.resolver = resolver;
        lookup.extended = _isExtended(resolver);
        // Only such a resolver may answer for the children of its name.
        if (!lookup.extended && offset > 0) revert ResolverNotFound(name);
        return _call(lookup.extended ? abi.encodeCall(IExtendedResolver.resolve, (name, question)) : question, lookup);
    }

    /// Goes on where a resolver sent us to its gateway.
    function _continue(bytes calldata response, Lookup memory lookup) private view returns (bytes memory) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures.length != 1 || responses.length != 1) revert InvalidBatchGatewayResponse();
        if (failures[0]) _fail(responses[0]);
        return _call(abi.encodeWithSelector(lookup.innerCallback, responses[0], lookup.innerExtra), lookup);
    }

    function _call(bytes memory callData, Lookup memory lookup) private view returns (bytes memory answer) {
        bool success;
        (success, answer) = lookup.resolver.staticcall(callData);
        if (success) return lookup.extended ? abi.decode(answer, (bytes)) : answer;
        if (_selector(answer) != OffchainLookup.selector) _fail(answer);
        (address sender, string[] memory urls, bytes memory request, bytes4 callback, bytes memory extra) = abi.decode(
            _tail(answer),
            (address, string[], bytes, bytes4, bytes)
        );
        // EIP-3668: nobody but the called contract itself may send the asker away.
        if (sender != lookup.resolver) _fail(answer);
        lookup.innerCallback = callback;
        lookup.innerExtra = extra;
        IBatchGateway.Query[] memory queries = new IBatchGateway.Query[](1);
        queries[0] = IBatchGateway.Query(sender, urls, request);
        revert OffchainLookup(
            address(this),
            lookup.gateways,
            abi.encodeCall(IBatchGateway.query, (queries)),
            lookup.next,
            abi.encode(lookup)
        );
    }

    function _fail(bytes memory reason) private pure {
        if (_selector(reason) != HttpError.selector) revert ResolverError(reason);
        (uint16 status, string memory message) = abi.decode(_tail(reason), (uint16, string));
        revert HttpError(status, message);
    }

    function _isExtended(address resolver) private view returns (bool) {
        (bool success, bytes memory answer) = resolver.staticcall{gas: 50_000}(
            abi.encodeWithSignature("supportsInterface(bytes4)", IExtendedResolver.resolve.selector)
        );
        return success && answer.length == 32 && uint256(bytes32(answer)) == 1;
    }

    // Text and bytes

    function _selector(bytes memory source) private pure returns (bytes4) {
        return source.length < 4 ? bytes4(0) : bytes4(source);
    }

    function _tail(bytes memory source) private pure returns (bytes memory rest) {
        rest = new bytes(source.length - 4);
        for (uint256 i = 0; i < rest.length; ++i) rest[i] = source[i + 4];
    }

    /// Namehash (ERC-137) of a DNS-encoded name from `offset` on.
    function _node(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return 0;
        uint256 end = offset + 1 + length;
        if (end >= name.length) revert DNSDecodingFailed(name);
        bytes memory label = new bytes(length);
        for (uint256 i = 0; i < length; ++i) label[i] = name[offset + 1 + i];
        return keccak256(abi.encodePacked(_node(name, end), keccak256(label)));
    }

    /// DNS encoding: each label after its length, a zero at the end.
    function _encode(string memory name) private pure returns (bytes memory dns) {
        bytes memory source = bytes(name);
        dns = new bytes(source.length + 2);
        uint256 begin = 0;
        for (uint256 i = 0; i <= source.length; ++i) {
            if (i < source.length && source[i] != ".") {
                dns[i + 1] = source[i];
                continue;
            }
            uint256 length = i - begin;
            if (length == 0 || length > 255) revert DNSEncodingFailed(name);
            dns[begin] = bytes1(uint8(length));
            begin = i + 1;
        }
    }

    /// ENSIP-19: `{address}.addr.reverse`, `{address}.default.reverse` or `{address}.{coin type in hex}.reverse`.
    function _reverseName(bytes memory target, uint256 coinType) private pure returns (string memory) {
        string memory zone = coinType == COIN_ETHER ? "addr" : coinType == COIN_DEFAULT ? "default" : _hex(abi.encode(coinType), true);
        return string.concat(_hex(target, false), ".", zone, ".reverse");
    }

    function _hex(bytes memory source, bool short) private pure returns (string memory) {
        bytes memory letters = "0123456789abcdef";
        uint256 skipped = 0;
        if (short) while (skipped + 1 < source.length * 2 && _nibble(source, skipped) == 0) ++skipped;
        bytes memory target = new bytes(source.length * 2 - skipped);
        for (uint256 i = 0; i < target.length; ++i) target[i] = letters[_nibble(source, skipped + i)];
        return string(target);
    }

    function _nibble(bytes memory source, uint256 index) private pure returns (uint256) {
        uint256 pair = uint8(source[index / 2]);
        return index % 2 == 0 ? pair >> 4 : pair & 15;
    }
}
