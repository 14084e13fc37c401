// Command independent verifies a log of prices with nothing of this repository: notes, trees and tiles are those of
// golang.org/x/mod/sumdb, which Go's own checksum database is read with. It authenticates each tile by the signed
// root, and compares each entry with its hash, and some with the proofs that the log hands out.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
	// One proof of so many entries is looked at.
	proofEvery = 997
)

// entries is the level by which package tlog knows tiles of data.
const entries = -1

type remote string

func (url remote) get(path string) ([]byte, error) {
	answer, err := http.Get(strings.TrimSuffix(string(url), "/") + "/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// tile reads a tile as tlog-tiles names it: without the height, and entries in place of data.
func (url remote) tile(tile tlog.Tile) ([]byte, error) {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
	if tile.L == entries {
		path = "entries/" + strings.TrimPrefix(path, "data/")
	}
	return url.get("tile/" + path)
}

// Height, ReadTiles and SaveTiles make it a tlog.TileReader.
func (url remote) Height() int { return tileHeight }

func (url remote) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := url.tile(tile)
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func (url remote) SaveTiles([]tlog.Tile, [][]byte) {}

// openCheckpoint is the tree that the owner of the key signed.
func openCheckpoint(text []byte, key note.Verifier) (tlog.Tree, error) {
	signed, err := note.Open(text, note.VerifierList(key))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) != 4 || lines[0] != key.Name() {
		return tlog.Tree{}, errors.New("not a checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: root}, err
}

// cut takes entries apart: each has its length before it.
func cut(bundle []byte, count int) ([][]byte, error) {
	var all [][]byte
	for len(bundle) >= 2 {
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		if end > len(bundle) {
			break
		}
		all, bundle = append(all, bundle[2:end]), bundle[end:]
	}
	if len(bundle) > 0 || len(all) != count {
		return nil, fmt.Errorf("%d entries where %d should be", len(all), count)
	}
	return all, nil
}

// checkTile compares the entries of a tile with hashes that the signed root vouches for.
func checkTile(url remote, hashes tlog.HashReader, first int64, width int) error {
	bundle, err := url.tile(tlog.Tile{H: tileHeight, L: entries, N: first / tileWidth, W: width})
	if err != nil {
		return err
	}
	all, err := cut(bundle, width)
	if err != nil {
		return fmt.Errorf("from entry %d on: %w", first, err)
	}
	places := make([]int64, width)
	for place := range places {
		places[place] = tlog.StoredHashIndex(0, first+int64(place))
	}
	known, err := hashes.ReadHashes(places)
	if err != nil {
		return err
	}
	for place, entry := range all {
		if tlog.RecordHash(entry) != known[place] {
			return fmt.Errorf("entry %d is not what was signed", first+int64(place))
		}
	}
	return nil
}

// checkProof judges a tlog-proof of an entry by the checkpoint in it.
func checkProof(url remote, key note.Verifier, index int64, leaf tlog.Hash) error {
	file, err := url.get(fmt.Sprintf("proof?index=%d", index))
	if err != nil {
		return err
	}
	head, checkpoint, _ := strings.Cut(string(file), "\n\n")
	lines := strings.Split(head, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || lines[1] != fmt.Sprintf("index %d", index) {
		return fmt.Errorf("entry %d has no proof in the format of tlog-proof", index)
	}
	tree, err := openCheckpoint([]byte(checkpoint), key)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		raw, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(raw) != tlog.HashSize {
			return fmt.Errorf("entry %d has a proof with another hash", index)
		}
		proof = append(proof, *(*tlog.Hash)(raw))
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf)
}

func check(url remote, vkey string) (tlog.Tree, error) {
	key, err := note.NewVerifier(vkey)
	if err != nil {
		return tlog.Tree{}, err
	}
	text, err := url.get("checkpoint")
	if err != nil {
		return tlog.Tree{}, err
	}
	tree, err := openCheckpoint(text, key)
	if err != nil {
		return tree, err
	}
	hashes := tlog.TileHashReader(tree, url)
	for first := int64(0); first < tree.N; first += tileWidth {
		width := tileWidth
		if tree.N-first < tileWidth {
			width = int(tree.N - first)
		}
		if err := checkTile(url, hashes, first, width); err != nil {
			return tree, err
		}
	}
	for index := int64(0); index < tree.N; index += proofEvery {
		leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
		if err != nil {
			return tree, err
		}
		if err := checkProof(url, key, index, leaf[0]); err != nil {
			return tree, err
		}
	}
	return tree, nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: independent <url of the log> <vkey>")
		os.Exit(2)
	}
	tree, err := check(remote(os.Args[1]), os.Args[2])
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
	fmt.Printf("passed: all %d entries are what was signed, root %s\n", tree.N, tree.Hash)
}
